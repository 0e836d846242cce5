import { type AdLevel, UNATTRIBUTED } from '#contract/ad-levels.ts'

/** What a visit or a row of spend says of its ad. Ids and names are of campaign, ad set and ad; '' where it says none. */
export type SaidOfAd = {
  source: string
  ids: readonly [string, string, string]
  names: readonly [string, string, string]
}

/** Two keys that are the same by the owner's word. */
export type Paired = { level: AdLevel; spendKey: string; visitKey: string }

/** The keys of an ad at each level, the source first. Each begins with the one above it. */
export type AdKeys = readonly [string, string, string, string]

/** Which key each thing that was said belongs to, and what the keys are called. */
export type Identity = {
  keysOf(said: SaidOfAd): AdKeys
  /** What a key is called, and the id that it stands for. */
  describe(key: string): { name: string | null; id: string | null }
  /** A key as it is now: names that got an id since, and what the owner paired, lead to the same one. */
  resolve(key: string, level: AdLevel): string
}

const levelIndex: Record<AdLevel, 0 | 1 | 2 | 3> = { source: 0, campaign: 1, adset: 2, ad: 3 }
const NONE = '-'
// What a platform did not fill in is nothing that anybody said.
const UNFILLED = /^\{\{[^}]*\}\}$|^__[A-Z_]+__$|^\{[a-z_]+\}$/

const META = /^(facebook|fb|meta|instagram|ig|msg|messenger|an)$/
const GOOGLE = /^(google|adwords|gads|googleads|google[ _-]ads)$/
const TIKTOK = /^(tiktok|tt|tiktok[ _-]ads)$/
const UNPAID = /^(bio|email|video|organic|referral|social)$/

/** A word of an address without what a platform left unfilled. */
const filled = (text: string | undefined): string => {
  const trimmed = (text ?? '').trim()
  return UNFILLED.test(trimmed) ? '' : trimmed
}

/**
 * The source of a visit, by which it meets its spend: the platform whose ad it was, however its link spells that;
 * anything else by its own word, letter case aside.
 */
export function adSource({
  source,
  medium,
  hasId,
}: {
  source: string
  medium: string
  hasId: boolean
}): string {
  const word = filled(source).toLowerCase()
  if (UNPAID.test(medium.toLowerCase()) && !hasId) return word
  if (META.test(word)) return 'meta'
  if (GOOGLE.test(word)) return 'google'
  return TIKTOK.test(word) ? 'tiktok' : word
}

/** What a counted touch (`touchOf`) says of its ad; null where it says nothing. */
export function readTouch(touch: string): SaidOfAd | null {
  if (touch === '') return null
  if (!touch.startsWith('[')) return { source: touch, ids: ['', '', ''], names: ['', '', ''] }
  const [source = '', medium = '', campaignId, campaign, adsetId, adset, adId, ad] = JSON.parse(
    touch,
  ) as string[]
  const ids = [filled(campaignId), filled(adsetId), filled(adId)] as const
  const names = [filled(campaign), filled(adset), filled(ad)] as const
  return { source: adSource({ source, medium, hasId: ids.some((id) => id !== '') }), ids, names }
}

const plain = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()
const textOf = ({ source, ids, names }: SaidOfAd): string => JSON.stringify([source, ...ids, ...names])

/** What a key says of its ad. */
function saidOfKey(key: string): SaidOfAd {
  const [source = '', ...rest] = key.split('/')
  const parts = rest.map((part) => ({ kind: part.slice(0, 1), word: decode(part.slice(1)) }))
  const words = (kind: string) =>
    [0, 1, 2].map((place) => (parts[place]?.kind === kind ? parts[place].word : '')) as [
      string,
      string,
      string,
    ]
  return { source: source === NONE ? '' : decode(source), ids: words('#'), names: words('=') }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** One thing that was said while its keys are worked out. */
type Working = { source: string; ids: string[]; names: string[]; keys: string[]; counts: boolean }

/**
 * Finds out which ads are the same. Ids go before names; a name that only one id goes by is that id, and what a deeper id
 * or name leaves no doubt about is filled in. Names are compared without letter case and spaces around them.
 */
export function identifyAds(all: readonly SaidOfAd[], pairs: readonly Paired[] = []): Identity {
  const byText = new Map<string, Working>()
  const take = (said: SaidOfAd, counts: boolean): Working => {
    const text = `${counts} ${textOf(said)}`
    const known = byText.get(text)
    if (known) return known
    const one = { source: said.source, ids: [...said.ids], names: [...said.names], keys: [], counts }
    byText.set(text, one)
    return one
  }
  for (const said of all) take(said, true)
  const paired = pairs.map(({ level, spendKey, visitKey }) => ({
    level: levelIndex[level],
    spend: take(saidOfKey(spendKey), false),
    visit: take(saidOfKey(visitKey), false),
  }))
  const works = [...byText.values()]
  const homes = findHomes(works)
  for (const work of works) fillParents(work, homes)
  const pairMaps = [0, 1, 2, 3].map((level) => {
    const before = nameLevel(works, level)
    const map = new Map<string, string>()
    for (const pair of paired)
      if (pair.level === level) {
        const [from, to] = [before.get(pair.spend), before.get(pair.visit)]
        if (from !== undefined && to !== undefined && from !== to) map.set(from, to)
      }
    for (const work of works) work.keys[level] = follow(map, before.get(work) ?? '')
    return map
  })
  const names = describeKeys(works)
  const keysOf = (said: SaidOfAd): AdKeys => {
    const work = byText.get(`true ${textOf(said)}`)
    if (!work) throw new Error('an ad was not among those that were identified')
    const [source = '', campaign = '', adset = '', ad = ''] = work.keys
    return [source, campaign, adset, ad]
  }
  return {
    keysOf,
    describe: (key) => names.get(key) ?? { name: null, id: null },
    resolve: (key, level) => {
      const known =
        byText.get(`false ${textOf(saidOfKey(key))}`) ?? byText.get(`true ${textOf(saidOfKey(key))}`)
      return known?.keys[levelIndex[level]] ?? follow(pairMaps[levelIndex[level]] ?? new Map(), key)
    },
  }
}

function follow(map: Map<string, string>, key: string): string {
  const seen = new Set([key])
  for (let at = key; ; ) {
    const next = map.get(at)
    if (next === undefined || seen.has(next)) return at
    seen.add(next)
    at = next
  }
}

/** What is known of the ads above each id: an id is never given twice. */
function findHomes(works: Working[]): Map<string, { source: string; ids: string[]; names: string[] }> {
  const homes = new Map<string, { source: string; ids: string[]; names: string[] }>()
  for (const { source, ids, names, counts } of works)
    if (counts)
      for (const [level, id] of ids.entries()) {
        if (id === '') continue
        for (const place of source === '' ? [] : [`${source} ${level} ${id}`, ` ${level} ${id}`]) {
          const home = homes.get(place) ?? { source, ids: ['', '', ''], names: ['', '', ''] }
          homes.set(place, home)
          for (let above = 0; above < level; above += 1) {
            home.ids[above] ||= ids[above] ?? ''
            home.names[above] ||= names[above] ?? ''
          }
        }
      }
  return homes
}

function fillParents(work: Working, homes: ReturnType<typeof findHomes>): void {
  for (let level = 2; level >= 0; level -= 1) {
    const id = work.ids[level]
    const home = id ? homes.get(`${work.source} ${level} ${id}`) : undefined
    if (!home) continue
    work.source ||= home.source
    for (let above = 0; above < level; above += 1) {
      // The id below says which campaign it is, whatever the campaign was called that day.
      if (home.ids[above]) work.ids[above] = home.ids[above] ?? ''
      work.names[above] ||= home.names[above] ?? ''
    }
  }
}

/** The key of a source; one that is called like a word of ours is spelled otherwise. */
function keyOfSource(source: string): string {
  if (source === '') return NONE
  return source === NONE || source === UNATTRIBUTED
    ? `%${source.charCodeAt(0).toString(16).toUpperCase()}${source.slice(1)}`
    : encodeURIComponent(source)
}

/** The keys of a level within those above, before anything is paired. */
function nameLevel(works: Working[], level: number): Map<Working, string> {
  if (level === 0) return new Map(works.map((work) => [work, keyOfSource(work.source)]))
  const place = level - 1
  const scopeOf = (work: Working) => work.keys[place] ?? ''
  const idsOfName = new Map<string, Set<string>>()
  for (const work of works) {
    const [id, name] = [work.ids[place], plain(work.names[place] ?? '')]
    if (work.counts && id && name) add(idsOfName, `${scopeOf(work)}\n${name}`, id)
  }
  const tokenOf = (work: Working): string => {
    const [id, name] = [work.ids[place], plain(work.names[place] ?? '')]
    if (id) return `#${encodeURIComponent(id)}`
    const known = name ? idsOfName.get(`${scopeOf(work)}\n${name}`) : undefined
    if (known?.size === 1) return `#${encodeURIComponent([...known][0] ?? '')}`
    return name ? `=${encodeURIComponent(name)}` : NONE
  }
  const tokens = new Map(works.map((work) => [work, tokenOf(work)]))
  const above = new Map<string, Set<string>>()
  for (const [work, token] of tokens)
    if (work.counts && token !== NONE)
      for (let deeper = place + 1; deeper < 3; deeper += 1) {
        const name = plain(work.names[deeper] ?? '')
        if (name) add(above, `${scopeOf(work)}\n${deeper}\n${name}`, token)
      }
  return new Map(
    works.map((work) => {
      let token = tokens.get(work) ?? NONE
      for (let deeper = 2; deeper > place && token === NONE; deeper -= 1) {
        const name = plain(work.names[deeper] ?? '')
        const found = name ? above.get(`${scopeOf(work)}\n${deeper}\n${name}`) : undefined
        if (found?.size === 1) token = [...found][0] ?? NONE
      }
      return [work, `${scopeOf(work)}/${token}`]
    }),
  )
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key)
  if (known) known.add(value)
  else map.set(key, new Set([value]))
}

function describeKeys(works: Working[]): Map<string, { name: string | null; id: string | null }> {
  const described = new Map<string, { name: string | null; id: string | null }>()
  for (const { keys, ids, names, source, counts } of works)
    for (const [level, key] of keys.entries()) {
      if (!counts && described.has(key)) continue
      const known = described.get(key) ?? { name: null, id: null }
      described.set(key, known)
      if (level === 0) known.name ??= source || null
      else {
        known.name ??= names[level - 1] || null
        known.id ??= ids[level - 1] || null
      }
    }
  return described
}
