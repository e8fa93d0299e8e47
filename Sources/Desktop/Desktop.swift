// The skeleton of Desktop.
