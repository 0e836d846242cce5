import { useMutation } from '@tanstack/react-query'
import { Check, ExternalLink, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { call } from '#web/dashboard/api/call.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { FilmField } from '#web/dashboard/site/films/film-place.tsx'
import { PictureLinkField } from '#web/dashboard/site/pictures/picture-place.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { Switch } from '#web/dashboard/ui/switch.tsx'
import { type CheckKind, checkKindOf } from './check-kind.ts'
import { choiceLabel } from './choice-label.ts'
import { ColourInput } from './colour-input.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldNode } from './field-node.ts'
import { LineInput, ProseInput } from './text-input.tsx'

type ValueTestProps = { kind: CheckKind; value: string; label: string; invalid: boolean }

/** Tries a pasted link or id from the server and says in words how that went; a link can also be opened. */
function ValueTest({ kind, value, label, invalid }: ValueTestProps) {
  const test = useMutation({
    mutationFn: (tried: string) => call('POST /api/site/check', { kind, value: tried }),
  })
  const wanted = value.trim()
  const isCurrent = test.variables === wanted
  const result = isCurrent ? test.data : undefined
  const words = result?.words ?? (isCurrent && test.error ? sentenceOf(test.error) : undefined)
  const isLink = /^(https:\/\/|\/)/.test(wanted)
  if (wanted === '') return null
  return (
    <div className="mt-1.5">
      <div className="flex flex-wrap items-center gap-1">
        <Button
          className="text-xs md:min-h-8"
          disabled={invalid || test.isPending}
          aria-label={`Test it: ${label}`}
          onClick={() => test.mutate(wanted)}
        >
          {test.isPending ? 'Testing…' : 'Test it'}
        </Button>
        {isLink && !invalid && (
          <a
            href={wanted}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open it in a new tab: ${label}`}
            className="inline-flex min-h-11 items-center gap-1 rounded-sm px-3 text-xs text-ink-2 hover:bg-sunken hover:text-ink md:min-h-8"
          >
            Open it <ExternalLink size={12} aria-hidden="true" />
          </a>
        )}
      </div>
      <p role="status" className="mt-1 text-xs">
        {words && (
          <span
            className={`flex items-start gap-1.5 ${result?.ok ? 'text-success' : result?.ok === null ? 'text-ink-2' : 'text-warning'}`}
          >
            {result?.ok ? (
              <Check size={14} aria-hidden="true" className="mt-px shrink-0" />
            ) : (
              <TriangleAlert size={14} aria-hidden="true" className="mt-px shrink-0" />
            )}
            {words}
          </span>
        )}
      </p>
    </div>
  )
}

type ContentFieldProps = {
  path: string
  node: FieldNode
  label?: string | undefined
  /** What can be done to it, for an entry of a list. */
  aside?: ReactNode
}

function SwitchField({ path, node }: ContentFieldProps) {
  const draft = useDraft()
  const { value } = useValue(path)
  return (
    <div data-part={path}>
      <Switch checked={value === true} onChange={(checked) => draft.change(path, checked)}>
        {node.title}
      </Switch>
    </div>
  )
}

function ChoiceField({ path, node, label, aside }: ContentFieldProps) {
  const draft = useDraft()
  const { value } = useValue(path)
  return (
    <FieldFrame path={path} node={{ ...node, note: undefined }} label={label} aside={aside}>
      {(ties) => (
        <select
          {...ties}
          value={String(value)}
          onChange={({ currentTarget }) => draft.change(path, currentTarget.value)}
          className={fieldLook}
        >
          {node.options.map((option) => (
            <option key={option} value={option}>
              {choiceLabel(option)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

function TestedField({ path, node, label }: ContentFieldProps) {
  const { value, problem } = useValue(path)
  const kind = checkKindOf(path, node.format)
  const text = typeof value === 'string' ? value : ''
  return (
    <FieldFrame
      path={path}
      node={node}
      label={label}
      below={
        kind && (
          <ValueTest kind={kind} value={text} label={label ?? node.title} invalid={problem !== undefined} />
        )
      }
    >
      {(ties) => <LineInput path={path} node={node} ties={ties} />}
    </FieldFrame>
  )
}

/** One field of the site with the input that fits it. */
export const ContentField = memo(function ContentField(props: ContentFieldProps) {
  const { path, node, label, aside } = props
  if (node.format === 'switch') return <SwitchField path={path} node={node} />
  if (node.format === 'choice') return <ChoiceField path={path} node={node} label={label} aside={aside} />
  if (node.format === 'film') return <FilmField path={path} title={label ?? node.title} />
  if (node.format === 'picture-link') return <PictureLinkField path={path} node={node} />
  if (node.format === 'colour')
    return (
      <FieldFrame path={path} node={node} label={label}>
        {(ties) => <ColourInput path={path} node={node} ties={ties} />}
      </FieldFrame>
    )
  if (checkKindOf(path, node.format)) return <TestedField path={path} node={node} label={label} />
  return (
    <FieldFrame path={path} node={node} label={label} aside={aside}>
      {(ties) =>
        node.format === 'prose' ? (
          <ProseInput path={path} node={node} ties={ties} />
        ) : (
          <LineInput path={path} node={node} ties={ties} />
        )
      }
    </FieldFrame>
  )
})
