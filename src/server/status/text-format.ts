/** One measured value; its labels come from lists of ours, never from what a visitor sends. */
export type Sample = { labels?: Record<string, string>; value: number }

/** What Prometheus knows the values of one name by. */
export type Family = { name: string; help: string; type: 'counter' | 'gauge'; samples: Sample[] }

/** How often something took how long: `counts` has one number for each limit and one for all that took longer. */
export type Durations = { labels: Record<string, string>; counts: number[]; sum: number }

/** The media type of what this file writes. */
export const textFormat = 'text/plain; version=0.0.4; charset=utf-8'

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')

const labelled = (name: string, labels: Record<string, string> = {}): string => {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`)
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`
}

const head = (name: string, help: string, type: string): string =>
  `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`

/** A name with its values in Prometheus' text format; nothing where there are none. */
export function writeFamily({ name, help, type, samples }: Family): string {
  if (samples.length === 0) return ''
  return (
    head(name, help, type) +
    samples.map(({ labels, value }) => `${labelled(name, labels)} ${value}\n`).join('')
  )
}

/** Durations in Prometheus' text format, as a histogram with the given upper limits in seconds. */
export function writeHistogram(name: string, help: string, limits: number[], all: Durations[]): string {
  if (all.length === 0) return ''
  const lines = all.map(({ labels, counts, sum }) => {
    let total = 0
    const buckets = counts.map((count, index) => {
      total += count
      const le = limits[index] === undefined ? '+Inf' : String(limits[index])
      return `${labelled(`${name}_bucket`, { ...labels, le })} ${total}\n`
    })
    return `${buckets.join('')}${labelled(`${name}_sum`, labels)} ${sum}\n${labelled(`${name}_count`, labels)} ${total}\n`
  })
  return head(name, help, 'histogram') + lines.join('')
}
