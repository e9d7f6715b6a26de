/** A mail to one person. All of it is plain text; what makes HTML of it escapes it. */
export interface Mail {
  /** Stands in its head as its id, the same at each try: who gets it twice may know by it. */
  id?: string | undefined
  to: string
  subject: string
  /** Its paragraphs, in order. */
  paragraphs: readonly string[]
  /** What the mail is for: a link, and the words on it. */
  action?: { label: string; url: string } | undefined
  /** Small print under a line. */
  footer: string
}

/** The cause of a mail that was not taken, without what the server said of the account. */
export class MailFault extends Error {
  /** Another try may help: the server is away, too slow, or said so. */
  readonly isTemporary: boolean
  /** The server answered, so that the fault is of this mail; else the next mail meets the same. */
  readonly isAnswered: boolean
  constructor(message: string, { isTemporary, isAnswered }: { isTemporary: boolean; isAnswered: boolean }) {
    super(message)
    this.isTemporary = isTemporary
    this.isAnswered = isAnswered
  }
}

/** Why a mail was not taken; undefined for an error that is none of the server of mail. */
export const mailFaultOf = (error: unknown): MailFault | undefined =>
  error instanceof Error && error.cause instanceof MailFault ? error.cause : undefined

/** Sends mails. */
export interface Mailer {
  /**
   * Resolves when the server has taken the mail. `mayEnd` is asked right before its last line, without which the server takes
   * none of it: false where somebody else may send it by now. Throws `upstream_error` or `egress_denied`, without the account
   * in it.
   */
  send(mail: Mail, mayEnd?: () => boolean): Promise<void>
}
