import type { Random } from '#support/seeded-random.ts'

/** All rows in one page, or in three: where more rows follow than a page holds they are found another way. */
export const someLimit = (random: Random, { length }: unknown[]): number =>
  random() < 0.6 ? 1000 : Math.max(1, Math.ceil(length / 3))
