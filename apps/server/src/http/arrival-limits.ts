/** How long a request may take to arrive, in milliseconds, and what all hold; a sender who is slower is cut off. */
export interface ArrivalLimits {
  /** For its head. */
  headersMs: number
  /** For the whole of it. */
  requestMs: number
  /** How often connections are looked over. */
  checkEveryMs: number
  /** Bytes of all bodies together that are on their way; by the memory of the machine where it is absent. */
  mostBytes?: number
}

/** The limits of a server at work: a body of 50 MB passes at 3.5 Mbit/s. */
export const arrivalLimits: ArrivalLimits = { headersMs: 30_000, requestMs: 120_000, checkEveryMs: 5_000 }
