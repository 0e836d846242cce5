import { nodeAt, titlesOf } from '#web/dashboard/site/document/site-tree.ts'

/** What a changed place is called in a list of changes; a picture by what it is, not by the address that holds it. */
export function changeName(path: string): string {
  const titles = titlesOf(path)
  const node = nodeAt(path)
  const isPicture = node?.kind === 'field' && node.format === 'picture-link'
  return (isPicture && path.endsWith('.src') ? titles.slice(0, -1) : titles).join(' › ')
}
