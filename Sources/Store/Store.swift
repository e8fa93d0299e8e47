// The skeleton of Store.
