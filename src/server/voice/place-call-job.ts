/** The name of the job that places a call, or notes why there is none. */
export const placeCallJob = 'place-call'
