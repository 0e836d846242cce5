import { Circle, CircleAlert, CircleCheck, CircleDot } from 'lucide-react'
import { Link } from 'react-router'
import { allClaims } from '#contract/claim-answers.ts'
import type { MissingItem } from '#contract/content-api.ts'
import { valueAt } from '#contract/path-value.ts'
import { addressOfTab, rangeInput, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useList } from '#web/dashboard/list/use-list.ts'
import { ClaimQuestion } from '#web/dashboard/site/claims/claim-question.tsx'
import { isSame } from '#web/dashboard/site/document/is-same.ts'
import { nodeAt } from '#web/dashboard/site/document/site-tree.ts'
import { useDraft, useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { ContentField } from '#web/dashboard/site/fields/content-field.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'

/** The way to the first lead: the owner's own test stands among the leads that no number holds. */
function SeeLead() {
  const address = useAddress()
  const tests = useList(
    'GET /api/customers',
    { ...rangeInput(address), hidden: 'true' as const, limit: 1 },
    60_000,
  )
  if (tests.rows === undefined) return null
  return (
    <Link
      to={{ search: writeAddress({ ...addressOfTab(address, 'leads'), hidden: tests.total > 0 }) }}
      className="inline-flex min-h-11 items-center text-accent-ink underline underline-offset-2 md:min-h-9"
    >
      See it under Leads
    </Link>
  )
}

const FIRST = 'freetraining.application.link'

/** Offers the application form of the first training page to a page that has none yet. */
function SameForm({ path }: { path: string }) {
  const draft = useDraft()
  const first = useDraftPart((state) => valueAt(state.content, FIRST))
  const own = useDraftPart((state) => valueAt(state.content, path))
  if (!path.endsWith('.application.link') || path === FIRST || !first || own) return null
  return <Button onClick={() => draft.change(path, first)}>Use the form from /freetraining</Button>
}

const states = {
  done: { words: 'Done', icon: CircleCheck, look: 'text-success' },
  missing: { words: 'To do', icon: Circle, look: 'text-ink-3' },
  doubtful: { words: 'Please check', icon: CircleAlert, look: 'text-warning' },
  waiting: { words: 'Not published yet', icon: CircleDot, look: 'text-accent-ink' },
  wrong: { words: 'Needs attention', icon: CircleAlert, look: 'text-danger' },
}

// What the owner tries as a visitor, in a new tab.
const trials: Record<string, { href: string; words: string; opens: string }[]> = {
  lead: [{ href: '/', words: 'Send yourself a test lead', opens: 'the home page' }],
  call: [
    { href: '/apply', words: 'Apply as a test', opens: 'the application form' },
    { href: '/bookstrategy', words: 'Book yourself a test call', opens: 'the calendar' },
  ],
}

function TryYourself({ href, words, opens }: { href: string; words: string; opens: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-11 items-center rounded-sm border border-line-strong bg-surface px-3 hover:bg-sunken md:min-h-9"
    >
      {words}
      <span className="sr-only">, opens {opens} in a new tab</span>
    </a>
  )
}

type ChecklistItemProps = { item: MissingItem; isNext: boolean; onField: (path: string) => void }

/** One thing to do: why, where to find it, a field to fill right here, and its test. */
export function ChecklistItem({ item, isNext, onField }: ChecklistItemProps) {
  const { path, variable, find } = item.where
  const isWaiting = useDraftPart(
    (state) =>
      path !== null &&
      item.state !== 'done' &&
      !isSame(valueAt(state.content, path), valueAt(state.published, path)),
  )
  const isWrong = useDraftPart((state) => path !== null && state.problems[path] !== undefined)
  const { words, icon: Icon, look } = states[isWrong ? 'wrong' : isWaiting ? 'waiting' : item.state]
  const node = path === null ? undefined : nodeAt(path)
  const toTry = item.state === 'done' ? [] : (trials[item.id] ?? [])
  const claim = allClaims.find(({ id }) => path === `claims.${id}.answer`)
  // A whole legal text is not written in a list.
  const isLong = node?.kind === 'field' && (node.max ?? 0) > 5000
  // A film is chosen where it is uploaded.
  const isFilm = path?.endsWith('.video.source') ?? false
  return (
    <Disclosure
      title={
        <>
          <Icon size={18} aria-hidden="true" className={`shrink-0 ${look}`} />
          <span
            className={`min-w-0 py-1.5 break-words ${item.state === 'done' ? 'text-ink-2' : 'font-medium'}`}
          >
            {item.title}
          </span>
          <span className={`ml-auto shrink-0 text-xs ${item.state === 'done' ? 'text-ink-3' : look}`}>
            {words}
          </span>
        </>
      }
      data-item={item.id}
      place="border-b border-line"
      line="min-h-12 gap-3 text-sm md:min-h-11"
      mark="last"
      open={isNext}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: focus bubbles here from the input; nothing is pressed. */}
      <div
        className="space-y-3 pb-5 pl-7.5 text-sm"
        onFocus={({ target }) => {
          // A stand-in such as "Your Coach" is there to be written over.
          const isInput = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
          if (isInput && node?.kind === 'field' && target.value === node.fallback) target.select()
        }}
      >
        <p className="text-ink-2">{item.why}</p>
        {!(item.id === 'lead' && item.state === 'done') && (
          <p>
            {find.includes('→') && <span className="text-ink-3">Where to find it: </span>}
            {find}
          </p>
        )}
        {path && <SameForm path={path} />}
        {claim && <ClaimQuestion claim={claim} />}
        {node?.kind === 'field' && path && !isLong && !isFilm && !claim && (
          <ContentField path={path} node={node} />
        )}
        {path && isLong && <Button onClick={() => onField(path)}>Write it</Button>}
        {path && isFilm && <Button onClick={() => onField(path)}>Add your video</Button>}
        {variable && (
          <p className="text-xs text-ink-3">
            {path ? 'Or whoever runs your server sets' : 'Whoever runs your server sets'}{' '}
            <code className="font-mono break-all text-ink-2">{variable}</code>.
          </p>
        )}
        {item.id === 'lead' && item.state === 'done' && <SeeLead />}
        {toTry.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {toTry.map((trial) => (
              <TryYourself key={trial.href} {...trial} />
            ))}
          </div>
        )}
      </div>
    </Disclosure>
  )
}
