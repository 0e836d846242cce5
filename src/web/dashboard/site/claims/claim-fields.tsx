import { useId } from 'react'
import type { KnownClaim } from '#contract/claim-answers.ts'
import { valueAt } from '#contract/path-value.ts'
import { type FilledField, fieldsIn, nodeAt } from '#web/dashboard/site/document/site-tree.ts'
import { useDraftPart, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { LineInput, ProseInput } from '#web/dashboard/site/fields/text-input.tsx'

// The place in its list, of a field that is part of an entry.
const placeIn = (path: string): string => {
  const place = /\.(\d+)\.\w+$/.exec(path)?.[1]
  return place === undefined ? '' : ` ${Number(place) + 1}`
}

function Word({ path, node }: FilledField) {
  const { problem } = useValue(path)
  const id = useId()
  const ties = {
    id,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem ? `${id}-note` : undefined,
  }
  const Input = node.format === 'prose' ? ProseInput : LineInput
  return (
    <div className={node.format === 'prose' ? 'sm:col-span-2' : ''}>
      <label htmlFor={id} className="mb-1 block text-sm text-ink-2">
        {node.title}
        {placeIn(path)}
      </label>
      <Input path={path} node={node} ties={ties} />
      {problem && (
        <p id={`${id}-note`} className="mt-1 text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

/** The fields that say a claim, to be written anew; `isUnchanged` while they still say what was delivered. */
export function ClaimFields({ claim, isUnchanged }: { claim: KnownClaim; isUnchanged: boolean }) {
  const content = useDraftPart((state) => state.content)
  const fields = claim.fields.flatMap((path) => {
    const node = nodeAt(path)
    return node ? fieldsIn(node, path, valueAt(content, path)) : []
  })
  return (
    <div className="mt-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {fields.map((field) => (
          <Word key={field.path} {...field} />
        ))}
      </div>
      {isUnchanged && (
        <p className="mt-2 text-xs text-ink-3">What still reads as it came with the site stays hidden.</p>
      )}
    </div>
  )
}
