/** Why an answer that is read out is not heard. */
export class SpeechFault extends Error {
  /** A key of `speech.fault` in the texts of the chat. */
  readonly reason: 'lost' | 'unplayable'

  constructor(reason: SpeechFault['reason']) {
    super(reason)
    this.reason = reason
  }
}
