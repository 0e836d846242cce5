import { Plus, Undo2 } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { isSame } from '#web/dashboard/site/document/is-same.ts'
import { publicValue } from '#web/dashboard/site/document/public-value.ts'
import { useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { EntryControls } from './entry-controls.tsx'
import { entryTitle } from './entry-title.ts'
import type { ListNode } from './field-node.ts'
import { fieldId } from './jump-to-field.ts'
import { type DrawFields, FoldedEntry, PlainEntry } from './list-entry.tsx'
import { useEntries } from './use-entries.ts'

/** A list of the site: its entries folded to a line each, to be opened, moved, removed and added to. */
export function ContentList(props: { path: string; node: ListNode; children: DrawFields }) {
  const { path, node, children } = props
  const list = useEntries(path, node)
  const [fresh, setFresh] = useState(0)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const { opener: body, leave } = useOpened<HTMLFieldSetElement>()
  const [back, setBack] = useState<{ id: number }>()
  const undo = useRef<HTMLButtonElement>(null)
  const problem = useDraftPart((state) => state.problems[path] ?? state.guarded[path])
  const shown = useDraftPart((state) => publicValue(state.content, state.published, path))
  const canUndo = Array.isArray(shown) && !isSame(shown, list.entries)
  const { removed } = list
  const Entry = node.item.kind === 'field' ? PlainEntry : FoldedEntry

  // Whoever added an entry goes on inside it; whoever removed one can take that back at once, and then goes on from it.
  useEffect(() => {
    if (fresh > 0)
      body.current?.querySelector<HTMLElement>(`[data-entry="${fresh}"] :is(input, textarea)`)?.focus()
  }, [fresh, body])
  useEffect(() => {
    if (removed) undo.current?.focus()
  }, [removed])
  useEffect(() => {
    if (back) body.current?.querySelector<HTMLElement>(`[data-entry="${back.id}"]`)?.focus()
  }, [back, body])

  const undoLine = removed && (
    <li className="flex items-center justify-between gap-3 border-b border-line py-1 text-sm text-ink-2">
      <span className="min-w-0 truncate">
        Removed “{entryTitle(node.item, removed.value) || `Entry ${removed.at + 1}`}”
      </span>
      <Button
        ref={undo}
        look="quiet"
        onClick={() => {
          list.undo()
          setBack({ id: removed.id })
        }}
      >
        Undo
      </Button>
    </li>
  )

  return (
    <fieldset ref={body} data-part={path} id={fieldId(path)} tabIndex={-1} className="min-w-0">
      <legend className="text-sm font-medium">{node.title}</legend>
      {problem && <p className="mt-1 text-xs text-danger">{problem}</p>}
      <ol className="mt-1 border-t border-line">
        {list.entries.map((value, at) => {
          const id = list.ids[at] ?? at
          const name = entryTitle(node.item, value) || `Entry ${at + 1}`
          return (
            <Fragment key={id}>
              {removed?.at === at && undoLine}
              <li
                data-entry={id}
                tabIndex={-1}
                onDragOver={(event) => {
                  if (dragged === null) return
                  event.preventDefault()
                  setOver(at)
                }}
                onDrop={(event) => {
                  event.preventDefault()
                  if (dragged !== null) list.move(dragged, at)
                }}
                className={`flex border-b ${over === at && dragged !== null ? 'border-accent' : 'border-line'} ${dragged === at ? 'opacity-50' : ''}`}
              >
                <Entry
                  path={`${path}.${at}`}
                  node={node}
                  name={node.item.kind === 'field' ? `${at + 1}` : name}
                  isNew={id === fresh}
                  fields={children}
                  controls={
                    <EntryControls
                      name={name}
                      at={at}
                      count={list.entries.length}
                      canRemove={list.canRemove}
                      onMove={(to) => list.move(at, to)}
                      onRemove={() => list.remove(at)}
                      onDrag={(dragging) => {
                        setDragged(dragging ? at : null)
                        setOver(null)
                      }}
                    />
                  }
                />
              </li>
            </Fragment>
          )
        })}
        {removed && removed.at >= list.entries.length && undoLine}
        {list.entries.length === 0 && !removed && (
          <li className="border-b border-line py-2.5 text-sm text-ink-3">Nothing here yet.</li>
        )}
      </ol>
      <div className="mt-1 -ml-2 flex flex-wrap justify-between gap-2">
        <Button
          look="quiet"
          className="px-2!"
          aria-label={list.isFull ? undefined : `Add to ${node.title}`}
          disabled={list.isFull}
          onClick={() => setFresh(list.add())}
        >
          <Plus size={15} aria-hidden="true" />
          {list.isFull ? `Full: at most ${node.max}` : 'Add'}
        </Button>
        {canUndo && (
          <Button
            look="quiet"
            className="text-xs"
            aria-label={`Undo changes: ${node.title}`}
            title="Back to what visitors see"
            onClick={() => {
              leave()
              list.replace(shown)
            }}
          >
            <Undo2 size={12} aria-hidden="true" />
            Undo changes
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {list.news}
      </p>
    </fieldset>
  )
}
