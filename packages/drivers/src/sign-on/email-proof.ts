/** By what a provider of OpenID Connect shows that an address is the person's. */
export type EmailProof = keyof typeof PROOFS

type Claims = Readonly<Record<string, unknown>>

const isYes = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1'

/** As each kind has it: true or false where the provider says something, undefined where it is silent. */
const PROOFS = {
  standard: ({ email_verified: said }: Claims) => (said === undefined ? undefined : isYes(said)),
  /**
   * Google vouches for addresses of its own and of the companies that it serves (`hd`). A private account may be under a
   * foreign address, which was verified once and may have another owner since
   * (https://developers.google.com/identity/gsi/web/guides/verify-google-id-token).
   */
  google: ({ email_verified: said, email, hd }: Claims) =>
    isYes(said) && (isFilled(hd) || /@(gmail|googlemail)\.com$/i.test(String(email))),
  /**
   * Entra verifies no address; where it is asked to, it says whether the owner of the domain did (`xms_edov`)
   * (https://learn.microsoft.com/entra/identity-platform/optional-claims-reference).
   */
  entra: ({ xms_edov: said }: Claims) => (said === undefined ? undefined : isYes(said)),
}

const isFilled = (value: unknown) => typeof value === 'string' && value !== ''

/** Whether the provider says that the address in `email` is the person's; undefined where it says nothing. */
export function provesEmail(proof: EmailProof, claims: Claims): boolean | undefined {
  return PROOFS[proof](claims)
}
