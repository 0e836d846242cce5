import type { Random } from './random.ts'

const AREA_CODES = [
  202, 206, 212, 213, 214, 215, 303, 305, 310, 312, 313, 323, 347, 404, 407, 408, 415, 416, 469, 480, 503,
  504, 510, 512, 602, 604, 615, 617, 619, 646, 650, 702, 703, 704, 713, 718, 720, 737, 770, 773, 786, 801,
  813, 818, 832, 858, 901, 904, 916, 917, 919, 925, 949, 971, 972,
] as const

/**
 * A phone number as somebody would type it, from the ranges kept free for fiction: 555-0100 to 555-0199 in
 * North America, 07700 900000 to 900999 in Britain. A few leave out the area code, as people do.
 */
export function inventPhone(random: Random): string {
  const line = `01${String(random.whole(0, 99)).padStart(2, '0')}`
  if (random.chance(0.015)) return `555-${line}`
  if (random.chance(0.02))
    return `${random.pick(['+44 7700', '07700'])} 900${String(random.whole(0, 999)).padStart(3, '0')}`
  const area = random.pick(AREA_CODES)
  return random.weighted([
    [`(${area}) 555-${line}`, 30],
    [`${area}555${line}`, 34],
    [`${area}-555-${line}`, 20],
    [`+1 ${area} 555 ${line}`, 10],
    [`1${area}555${line}`, 6],
  ])
}
