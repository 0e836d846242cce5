import { memo, type ReactNode } from 'react'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { PictureLinkField } from '#web/dashboard/site/pictures/picture-place.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { Switch } from '#web/dashboard/ui/switch.tsx'
import { checkKindOf } from './check-kind.ts'
import { choiceLabel } from './choice-label.ts'
import { FieldFrame } from './field-frame.tsx'
import type { FieldNode } from './field-node.ts'
import { LineInput, ProseInput } from './text-input.tsx'
import { ValueTest } from './value-test.tsx'

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
  if (node.format === 'picture-link') return <PictureLinkField path={path} node={node} />
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
