/** A reason why the embedded database cannot run, as one sentence for the person who starts the software. */
export class EngineProblem extends Error {
  override name = 'EngineProblem'
}
