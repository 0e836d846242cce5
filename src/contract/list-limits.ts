/** So many pages are listed, the site's own always among them. */
export const MOST_PAGES = 1000

/** So many campaigns, ads or pages are offered to narrow the overview to. */
export const MOST_FILTER_VALUES = 200
