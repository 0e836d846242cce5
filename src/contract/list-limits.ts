/** So many pages are listed, the site's own always among them. */
export const MOST_PAGES = 1000

/** So many campaigns, ads or pages are offered to narrow the overview to. */
export const MOST_FILTER_VALUES = 200

/** So many rows of the table of ads are told one by one; the others are one sum. */
export const MOST_AD_ROWS = 1000

/** So many ads that are not matched are told, of either side. */
export const MOST_UNMATCHED_ADS = 100

/** So many links whose macros were not filled in are told, the latest. */
export const MOST_MACRO_MISTAKES = 20
