import { useState } from 'react'
import { showsSample } from '#contract/film-source.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { useDraft } from '#web/dashboard/site/draft/draft-context.tsx'
import type { DraftState } from '#web/dashboard/site/draft/draft-state.ts'
import { Button } from '#web/dashboard/ui/button.tsx'

const filmPages = ['freetraining', 'freetraining2', 'freetrainingc'] as const
type FilmPage = (typeof filmPages)[number]

const isChosen = (content: SiteContent, page: FilmPage) => content[page].video.source === 'sample'

/** The pages on which publishing would show the sample film to strangers without anybody having said so before. */
export const samplesToConfirm = ({
  content,
  published,
  publishedVersion,
  isOnInternet,
}: DraftState): FilmPage[] =>
  filmPages.filter((page) => {
    const isConfirmed = publishedVersion > 0 && isChosen(published, page) && isChosen(content, page)
    return isOnInternet && showsSample(content[page].video) && !isConfirmed
  })

/** Before publishing on the internet: which films are still the sample, and whether that is meant. */
export function SampleFilm(props: {
  isFine: boolean
  onFine: (isFine: boolean) => void
  onField: (path: string) => void
}) {
  const { isFine, onFine, onField } = props
  const draft = useDraft()
  // What is answered stays on screen, so that an answer can be thought over.
  const [pages] = useState(() => samplesToConfirm(draft.state()))
  const [first] = pages
  if (!first) return null
  const answer = (fine: boolean) => {
    // Remembered with the site, so that it is asked once.
    for (const page of pages)
      if (fine && !isChosen(draft.state().content, page)) draft.change(`${page}.video.source`, 'sample')
    onFine(fine)
  }
  return (
    <section aria-labelledby="sample-film" className="mb-6 rounded-md bg-warning-soft px-3 py-3">
      <h3 id="sample-film" className="text-sm font-medium">
        {pages.length === 1 ? 'A video is still the sample' : `${pages.length} videos are still the sample`}
      </h3>
      <p className="mt-1 text-sm text-ink-2">
        On {pages.map((page) => `/${page}`).join(', ')} visitors would see a video that says it is a sample.
        Add yours first, or choose “No video yet”.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button onClick={() => onField(`${first}.video.source`)}>Add your video</Button>
        <label className="flex min-h-11 cursor-pointer items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={isFine}
            onChange={({ currentTarget }) => answer(currentTarget.checked)}
            className="size-4 accent-[var(--color-accent)]"
          />
          Publish with the sample for now
        </label>
      </div>
    </section>
  )
}
