import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import { ruleLimits } from '#contract/rule-limits.ts'
import { isOwnOfPage } from '#contract/rule-pages.ts'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { IconButton } from '#web/dashboard/ui/button.tsx'
import { EntriesField } from '#web/dashboard/ui/entries-field.tsx'
import { FormEnd } from '#web/dashboard/ui/form-end.tsx'
import { withTyped } from '#web/dashboard/ui/typed-entry.ts'
import type { PageRule } from './rules-of-page.ts'
import { unsavedTags, withoutSaved } from './unsaved-tags.ts'

/** Changes the tags of one page, all of it or nothing, and says so; `after` is told what was sent. */
function usePageTags(path: string, after: (sent: { add: string[]; remove: string[] }) => void) {
  const client = useQueryClient()
  return useChange({
    make: (input: { add: string[]; remove: string[] }) =>
      call('PUT /api/pages/:path/tags', { path, ...input }),
    done: { title: 'CRM tags saved', message: 'They apply to future leads of this page.' },
    failed: () => ({ title: 'Failed to save CRM tags' }),
    after: (rules, sent) => {
      client.setQueryData<AutoTagRule[]>(reading('GET /api/auto-tags/rules', {}).queryKey, rules)
      after(sent)
    },
  })
}

type CrmTagsEditorProps = { path: string; found: PageRule[]; onDone: () => void }

/** Changes the tags that this page alone gives; rules that hold elsewhere too are shown, and changed in AutoTags. */
export function CrmTagsEditor({ path, found, onDone }: CrmTagsEditorProps) {
  const address = useAddress()
  const unsaved = unsavedTags(path)
  const [changed, setChanged] = useState(() => unsaved.read() ?? { added: [], typed: '', removed: [] })
  const latest = useRef(changed)
  const { added, typed, removed: taken } = changed
  const add = withTyped(added, typed)
  // A rule may have been deleted elsewhere since.
  const removed = taken.filter((id) => found.some(({ rule }) => rule.id === id))
  const save = usePageTags(path, (sent) => {
    // What was changed meanwhile is still to be saved.
    const left = withoutSaved(latest.current, sent)
    if (left) change(left)
    else end()
  })
  const isChanged = add.length > 0 || removed.length > 0
  // Adding an entry empties its field in the same moment.
  const change = (part: Partial<typeof changed>) => {
    latest.current = { ...latest.current, ...part }
    setChanged(latest.current)
  }
  // Only what is changed says whether there is something to keep: what is saved or dropped is forgotten for good.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (isChanged) unsaved.write({ added, typed, removed: taken })
    else unsaved.forget()
  }, [added, typed, taken])
  const end = () => {
    unsaved.forget()
    onDone()
  }
  const given = found.filter(({ rule }) => !removed.includes(rule.id))
  const known = add.find((tag) =>
    given.some(({ rule }) => rule.isActive === 'true' && rule.tagName.toLowerCase() === tag.toLowerCase()),
  )
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isChanged) return end()
        save.mutate({ add, remove: removed })
      }}
    >
      <ul className="border-t border-line">
        {given.length === 0 && <li className="border-b border-line py-2 text-sm text-ink-3">No tags</li>}
        {given.map(({ rule }) => (
          <li key={rule.id} className="flex min-h-11 items-center gap-3 border-b border-line py-1 text-sm">
            <Badge>{rule.tagName}</Badge>
            {isOwnOfPage(rule, path) ? (
              <span className="ml-auto">
                <IconButton
                  label={`Remove the tag ${rule.tagName}`}
                  onClick={() => change({ removed: [...removed, rule.id] })}
                >
                  <X size={15} aria-hidden="true" />
                </IconButton>
              </span>
            ) : (
              <Link
                to={{ search: writeAddress(addressOfTab(address, 'autotags')) }}
                className="ml-auto inline-flex min-h-11 items-center text-right text-xs text-accent-ink underline underline-offset-2"
              >
                {isForAll(rule.conditions)
                  ? 'Every page: change in AutoTags'
                  : 'Not only here: change in AutoTags'}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <EntriesField
        label="Add a tag for leads of this page"
        noun="tag"
        placeholder="Tag in the CRM"
        note={known ? `Leads of this page already get “${known}”.` : `Creates a rule for exactly ${path}.`}
        entries={added}
        onChange={(added) => change({ added })}
        typed={typed}
        onTyped={(typed) => change({ typed })}
        maxLength={ruleLimits.tagName}
      />
      <FormEnd
        problem={save.error && !isSignedOut(save.error) ? sentenceOf(save.error) : null}
        isSending={save.isPending}
        words={{ send: 'Save', sending: 'Saving…' }}
        onCancel={end}
      />
    </form>
  )
}

const isForAll = ({ page, exactPage }: PageRule['rule']['conditions']): boolean =>
  !page?.length && !exactPage?.length
