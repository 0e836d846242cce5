/** When this page was opened, in epoch milliseconds: what a page counts from, however late it comes to life. */
export const loadTime = Date.now()
