/** How much text and how many pages a tagging rule may hold, and how many rules there may be. */
export const ruleLimits = {
  name: 100,
  description: 300,
  tagName: 100,
  page: 200,
  pages: 20,
  rules: 200,
} as const
