/** A place in the sources, and what stands there instead when the guard is out. */
export interface GuardChange {
  /** Path from the root. */
  readonly file: string
  /** The text of the guard; it stands there exactly once. */
  readonly text: string
  readonly instead: string
}

/** A guard of the product, and the test that fails without it. */
export interface Guard {
  /** What gets in without it. */
  readonly against: string
  /** Numbers of the list of attacks in `docs/security.md`. */
  readonly attacks: readonly number[]
  /** One place; several where one wall stands behind another. */
  readonly changes: readonly GuardChange[]
  readonly test: {
    /** Path from the root. */
    readonly file: string
    /** Title of the test as its source has it, without the describe around it. */
    readonly title: string
    /** It works with what the tests before it made: the whole file is run. */
    readonly goesOnFromOthers?: true
  }
}
