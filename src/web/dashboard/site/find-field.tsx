import { useState } from 'react'
import { Link } from 'react-router'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { SearchInput } from '#web/dashboard/ui/search-input.tsx'
import { useDebouncedValue } from '#web/dashboard/ui/use-debounced-value.ts'
import { titlesOf } from './document/site-tree.ts'
import { useDraft } from './draft/draft-context.tsx'
import { findScreens } from './find-screens.ts'
import { type Found, findText } from './find-text.ts'
import { siteAddress } from './site-address.ts'

// The address of a picture or of captions tells nobody which it is.
const shownOf = ({ path, node, value }: Found): string => {
  if (node.kind === 'list' || node.format === 'captions') return node.title
  if (node.format !== 'picture-link') return String(value) || node.title
  const [group, field] = titlesOf(path).slice(-2)
  return (path.endsWith('.src') ? group : field) ?? node.title
}

const row = 'block w-full px-3 py-2 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2'

/** Finds anything of the site by what it says or is called, and leads to its field, or to the screen where it is done. */
export function FindField({ onField }: { onField: (path: string) => void }) {
  const draft = useDraft()
  const address = useAddress()
  const [text, setText] = useState('')
  const wanted = useDebouncedValue(text, 150)
  const found = findText(draft.state().content, wanted)
  const foundScreens = findScreens(wanted)
  const isLooking = wanted.trim().length > 1
  return (
    <search className="block">
      <SearchInput
        label="Find any text, picture or setting of the site"
        place="block"
        value={text}
        maxLength={100}
        placeholder="Find anything"
        spellCheck={undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && setText('')}
      />
      <p role="status" className="sr-only">
        {isLooking ? `${found.length + foundScreens.length} found` : ''}
      </p>
      {isLooking && (
        <ul
          aria-label="Found"
          className="mt-1 max-h-96 overflow-auto rounded-md border border-line bg-surface"
        >
          {foundScreens.map(({ name, label, about }) => (
            <li key={name} className="border-b border-line last:border-0">
              <Link to={{ search: siteAddress(address, name) }} onClick={() => setText('')} className={row}>
                <span className="block truncate">{label}</span>
                <span className="block truncate text-xs text-ink-3">{about}</span>
              </Link>
            </li>
          ))}
          {found.map((one) => (
            <li key={one.path} className="border-b border-line last:border-0">
              <button
                type="button"
                onClick={() => {
                  setText('')
                  onField(one.path)
                }}
                className={row}
              >
                <span className="block truncate">{shownOf(one)}</span>
                <span className="block truncate text-xs text-ink-3">{titlesOf(one.path).join(' › ')}</span>
              </button>
            </li>
          ))}
          {found.length + foundScreens.length === 0 && (
            <li className="px-3 py-2 text-sm text-ink-2">
              Nothing says “{wanted.trim()}”, and nothing is called that.
            </li>
          )}
        </ul>
      )}
    </search>
  )
}
