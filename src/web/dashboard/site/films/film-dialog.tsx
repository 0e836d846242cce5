import { Trash2 } from 'lucide-react'
import { filmTime } from '#contract/film-chapters.ts'
import type { ListedFilm } from '#contract/films-api.ts'
import { CutNote } from '#web/dashboard/list/cut-note.tsx'
import { IconButton } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { Question } from '#web/dashboard/ui/question.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { sizeText } from './film-upload-state.ts'
import { useFilms, useForgetFilm } from './use-films.ts'

/** What is told of a film beside its name: length, size and picture. */
export const aboutFilm = ({ seconds, bytes, width, height }: Omit<ListedFilm, 'isUsed'>): string =>
  [
    ...(seconds === null ? [] : [filmTime(seconds)]),
    sizeText(bytes),
    ...(width > 0 && height > 0 ? [`${width} × ${height}`] : []),
  ].join(', ')

type FilmRowProps = { film: ListedFilm; onChoose: () => void; onLeave: () => void }

/** One film: to choose it and, where nothing shows it, the way to delete it after one question. */
function FilmRow({ film, onChoose, onLeave }: FilmRowProps) {
  const forget = useForgetFilm()
  const question = useAsking()
  return (
    <li className="flex flex-wrap items-center gap-2 py-1">
      <button
        type="button"
        onClick={onChoose}
        className="min-h-12 min-w-0 flex-1 rounded-sm px-2 py-1.5 text-left hover:bg-sunken"
      >
        <span className="block text-sm font-medium wrap-anywhere">{film.name}</span>
        <span className="block text-xs text-ink-3 tabular-nums">
          {aboutFilm(film)}, {film.createdAt.slice(0, 10)}
        </span>
      </button>
      {!film.isUsed && !question.asking && (
        <IconButton ref={question.ask} label={`Delete ${film.name}…`} onClick={question.raise}>
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      )}
      {question.asking && (
        <div className="w-full px-2 pb-2">
          <Question
            question={question}
            yes="Delete for good"
            no="Keep it"
            happening="Deleting…"
            isHappening={forget.isPending}
            error={forget.error}
            onYes={() => {
              onLeave()
              forget.mutate(film.id)
            }}
          >
            No page shows this video. Once deleted, it can only be uploaded again.
          </Question>
        </div>
      )}
    </li>
  )
}

/** Chooses one of the films uploaded before, or deletes those that no page and no version shows. */
export function FilmDialog({
  onChoose,
  onClose,
}: {
  onChoose: (address: string) => void
  onClose: () => void
}) {
  const { data, error } = useFilms()
  const deleting = useOpened<HTMLUListElement>()
  return (
    <Dialog title="Videos uploaded before" shape="card" onClose={onClose}>
      <Failure of={error} />
      <ul
        ref={deleting.opener}
        tabIndex={-1}
        aria-label="Videos uploaded before"
        className="divide-y divide-line outline-none"
      >
        {data?.rows.map((film) => (
          <FilmRow
            key={film.id}
            film={film}
            onChoose={() => {
              onChoose(film.address)
              onClose()
            }}
            onLeave={deleting.leave}
          />
        ))}
      </ul>
      {data?.rows.length === 0 && <p className="text-sm text-ink-2">There are none yet.</p>}
      {data && (
        <CutNote which="newest" shown={data.rows.length} total={data.total}>
          Delete some that no page shows, and earlier ones are listed.
        </CutNote>
      )}
    </Dialog>
  )
}
