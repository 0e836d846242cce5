/** The name of the job that looks for what the advert account should know of a lead's person. */
export const noteOfflineConversionsJob = 'note-later-truths'
