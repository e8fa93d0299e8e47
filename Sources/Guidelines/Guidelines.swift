// The skeleton of Guidelines.
