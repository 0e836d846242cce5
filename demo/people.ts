import { inventPhone } from './phone-numbers.ts'
import type { Random } from './random.ts'

/** Somebody who does not exist. */
export type Person = { name: string; email: string; phone: string }

// First and last names that are common where they come from, mixed at random.
const CULTURES: readonly (readonly [readonly [string, string], number])[] = [
  [
    [
      'James Mary Robert Linda Tyler Ashley Brandon Megan Cody Hannah',
      'Miller Davis Clark Walker Reed Foster Hayes Barnes',
    ],
    24,
  ],
  [
    [
      'Keisha Malik Imani Darnell Aaliyah Terrence Jasmine Andre',
      'Washington Booker Freeman Coleman Banks Dorsey',
    ],
    9,
  ],
  [
    [
      'José Guadalupe Luis Ximena Carlos Valentina Diego Lucía',
      'Hernández Ramírez Ortiz Castillo Vargas Peña Ibáñez',
    ],
    13,
  ],
  [['Wei Jing Hao Mei Jun Xin', 'Zhang Liu Chen Huang Zhao Wu'], 5],
  [['Minh Linh Tuấn Thảo Quang Ngọc', 'Nguyễn Trần Phạm Võ Đặng'], 4],
  [['Min-jun Seo-yeon Ji-ho Ha-eun', 'Kim Park Choi Jeong'], 4],
  [['Haruto Yui Sota Aoi', 'Sato Tanaka Watanabe Kobayashi'], 2],
  [['Priya Arjun Ananya Rohan Kavya Vikram', 'Sharma Patel Reddy Iyer Banerjee Venkataraman'], 9],
  [['Fatima Omar Layla Yusuf Nour Khalid', 'Al-Masri Haddad El-Amin Rahman Siddiqui'], 5],
  [['Chinedu Amara Tunde Ngozi Kwame Abena', 'Okafor Adeyemi Eze Mensah Owusu'], 6],
  [['Olena Dmytro Katarzyna Piotr Ivana Jakub', 'Kovalenko Wiśniewska Nowak Horvat Dvořák'], 4],
  [['Lukas Anna Jonas Marie Björn Åsa', 'Müller Schäfer Weiß Lindqvist Jørgensen'], 4],
  [['Chloé Antoine Léa Mathieu', 'Lefèvre Moreau Garnier Roux'], 3],
  [['João Beatriz Rafael Camila', 'Oliveira Carvalho Gonçalves Araújo'], 4],
  [['Aoife Rhys Isla Callum', "O'Sullivan Pritchard MacLeod Byrne"], 4],
]

// Names that a list or a dialog has to make room for, or that are not written in Latin letters.
const UNUSUAL = [
  'María Fernanda de los Ángeles Gutiérrez-Villaseñor y Montenegro',
  'Krishnamurthy Venkata Subramanian Ramachandran',
  'Alexandra-Konstantina Papadimitropoulou-Theodoridou',
  'Nguyễn Phúc Thị Bảo Minh Châu',
  'Prof. Dr. Maximilian Freiherr von und zu Hohenfels-Weißenstein',
  'Oluwaseun Ayodeji Oluwatobiloba Adegoke-Ogunleye',
  'Nakamanu Kealiʻiʻaukai Kahananui',
  '山田 花子',
  'Олена Шевчук',
  'محمد الحداد',
  'דנה לוי',
  'Bo Li',
  'Xóchitl',
] as const

const HANDLES = [
  'buildsmart',
  'sidequest',
  'nightowl',
  'firstapp',
  'ideas',
  'hello',
  'launchpad',
  'coffee',
] as const
const MAIL_DOMAINS = ['example.com', 'example.com', 'example.org', 'example.net'] as const

/** Invents people one after another; no two share an email. */
export function inventPeople(random: Random): () => Person {
  const taken = new Set<string>()
  return () => {
    const name = random.chance(0.045) ? random.pick(UNUSUAL) : ordinaryName(random)
    return { name: typed(random, name), email: freeEmail(random, name, taken), phone: inventPhone(random) }
  }
}

function ordinaryName(random: Random): string {
  const [first, last] = random.weighted(CULTURES)
  return `${random.pick(first.split(' '))} ${random.pick(last.split(' '))}`
}

/** Some people on a phone do not bother with capitals. */
const typed = (random: Random, name: string) => (random.chance(0.05) ? name.toLowerCase() : name)

function freeEmail(random: Random, name: string, taken: Set<string>): string {
  for (;;) {
    const email = `${localPart(random, name)}@${random.pick(MAIL_DOMAINS)}`
    if (taken.has(email)) continue
    taken.add(email)
    return email
  }
}

function localPart(random: Random, name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1)
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last || random.chance(0.08)) return `${random.pick(HANDLES)}${random.whole(10, 9999)}`
  return random.pick([
    `${first}.${last}`,
    `${first}${last}`,
    `${first[0]}.${last}${random.whole(1, 99)}`,
    `${first}${random.whole(80, 2009)}`,
  ])
}
