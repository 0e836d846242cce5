import { ArrowRight } from 'lucide-react'
import { changedPaths } from '#contract/content-paths.ts'
import { valueAt } from '#contract/path-value.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { nodeAt } from '#web/dashboard/site/document/site-tree.ts'
import type { ContentNode } from '#web/dashboard/site/fields/field-node.ts'
import { changeName } from './change-name.ts'
import { valueText } from './value-text.ts'

/** A value in a list of changes: a picture of the site as a picture, all else in words. */
function ChangedValue({ value, node }: { value: unknown; node: ContentNode | undefined }) {
  if (node?.kind === 'field' && node.format === 'colour' && typeof value === 'string' && value !== '')
    return (
      <>
        <span
          aria-hidden="true"
          className="mr-1.5 inline-block size-3 rounded-full border border-line"
          style={{ background: value }}
        />
        {value}
      </>
    )
  const isPicture = node?.kind === 'field' && node.format === 'picture-link'
  if (!isPicture || typeof value !== 'string' || !value.startsWith('/')) return valueText(value, node)
  return (
    <img
      src={value}
      alt="how it looks"
      loading="lazy"
      className="my-1 inline-block h-14 w-20 rounded-sm border border-line bg-checkers object-contain"
    />
  )
}

const MOST = 100

/** The paths that differ between two contents, without what the server fills in by itself. */
export const visibleChanges = (before: SiteContent, after: SiteContent): string[] =>
  changedPaths(before, after).filter((path) => nodeAt(path) !== undefined)

type ChangeListProps = { before: SiteContent; after: SiteContent; onField?: (path: string) => void }

/** What differs between two contents: where, what it said, and what it says now. */
export function ChangeList({ before, after, onField }: ChangeListProps) {
  const paths = visibleChanges(before, after)
  return (
    <ul className="border-t border-line">
      {paths.slice(0, MOST).map((path) => {
        const node = nodeAt(path)
        const name = changeName(path)
        return (
          <li key={path} className="border-b border-line py-2 text-sm">
            {onField ? (
              <button
                type="button"
                onClick={() => onField(path)}
                className="-my-1 block max-w-full truncate py-2 text-left text-xs text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-ink"
              >
                {name}
              </button>
            ) : (
              <span className="block truncate text-xs text-ink-2">{name}</span>
            )}
            <div className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
              <del className="max-w-full min-w-0 break-words text-ink-3 line-clamp-3">
                <ChangedValue value={valueAt(before, path)} node={node} />
              </del>
              <ArrowRight size={13} aria-hidden="true" className="shrink-0 self-center text-ink-3" />
              <ins className="max-w-full min-w-0 break-words no-underline line-clamp-3">
                <ChangedValue value={valueAt(after, path)} node={node} />
              </ins>
            </div>
          </li>
        )
      })}
      {paths.length > MOST && <li className="py-2 text-sm text-ink-3">and {paths.length - MOST} more</li>}
    </ul>
  )
}
