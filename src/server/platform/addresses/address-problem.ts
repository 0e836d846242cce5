/** An address of the database that cannot be what it is given for; the message is for who starts the product. */
export class AddressProblem extends Error {}

/** An address that could not be connected to: the variable that names it, and why as `cause`. */
export class UnreachableAddress extends Error {
  readonly variable: string

  constructor(variable: string, cause: unknown) {
    super(`the database at ${variable} cannot be reached`, { cause })
    this.variable = variable
  }
}
