import type { Answers } from '#contract/application-form.ts'
import { answeredOn, walk } from '#contract/application-way.ts'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database } from '#server/platform/database.ts'
import { wasErased } from '#server/tracking/erased-visitors.ts'
import { visitorLock } from '#server/tracking/store.ts'
import { formShown, keptAnswers, type ShownForm, wordsOf } from './read-answers.ts'
import { keepForm, saveResponse } from './response-store.ts'

/** What a browser tells of an application that is not finished. */
export type Progress = {
  responseId: string
  visitorId: string
  version?: string | undefined
  page: string
  revision: number
  answers: Answers
  at: Date
}

/**
 * Keeps what was answered so far; what arrives late, for an application that is finished, or of somebody who was erased,
 * changes nothing.
 */
export async function keepProgress(database: Database, shown: ShownForm, progress: Progress): Promise<void> {
  const { responseId, visitorId, page, revision, at } = progress
  const { form, version } = await formShown(database, shown, progress.version)
  const answers = keptAnswers(form, progress.answers)
  if (Object.keys(answers).length === 0) return
  const way = walk(form, answers)
  await database.transaction().execute(async (transaction) => {
    // Whoever is erased at the same moment is held by their browser first, too.
    await takeLocks(transaction, [visitorLock(visitorId)])
    if (await wasErased(transaction, visitorId)) return
    await keepForm(transaction, version, form, at)
    await saveResponse(transaction, {
      id: responseId,
      visitorId,
      version,
      page,
      revision,
      answers,
      words: wordsOf(form, answers),
      answered: answeredOn(way),
      asked: way.questions.length,
      at,
    })
  })
}
