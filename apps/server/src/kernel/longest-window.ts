/** The longest window of signatures whose nonces the ring of migration 0107 holds with two minutes to spare. @unit minutes */
export const longestWindow = 9;
