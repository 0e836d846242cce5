/** So many page views a visitor's details and a person's journey hold at most, the newest. */
export const MOST_VIEWS = 500
