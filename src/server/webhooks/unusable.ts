/** A delivery that no repetition makes usable; its message is one plain sentence for the owner. */
export class Unusable extends Error {}
