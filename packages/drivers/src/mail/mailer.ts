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

/** Sends mails. */
export interface Mailer {
  /** Resolves when the server has taken the mail. Throws `upstream_error` or `egress_denied`, without the account in it. */
  send(mail: Mail): Promise<void>
}
