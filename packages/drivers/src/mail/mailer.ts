/** A mail to one person. All of it is plain text; what makes HTML of it escapes it. */
export interface Mail {
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
  constructor(message: string, isTemporary: boolean) {
    super(message)
    this.isTemporary = isTemporary
  }
}

/** Whether a mail that was not taken may be taken later. */
export const isTemporaryMailFault = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof MailFault && error.cause.isTemporary

/** Sends mails. */
export interface Mailer {
  /** Resolves when the server has taken the mail. Throws `upstream_error` or `egress_denied`, without the account in it. */
  send(mail: Mail): Promise<void>
}
