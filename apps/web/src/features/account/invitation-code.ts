/** The code of an invitation that was pasted: alone, or in the link in which it stands. */
export function readInvitationCode(pasted: string): string {
  const text = pasted.trim()
  const link = URL.canParse(text) ? new URL(text) : undefined
  return link?.searchParams.get('token') ?? text
}
