// The skeleton of BellhopClient.
