/**
 * Why a sign-in by a provider failed, as the address of the sign-in page tells it: codes, since anybody can write an
 * address. The words for people stand in the page, the whole reason in the log.
 */
export const signOnFaults = [
  'sso_unknown_way',
  'sso_refused',
  'sso_unproven',
  'sso_provider_away',
  'sso_not_offered',
  'sso_no_account',
  'sso_no_address',
  'sso_wrong_domain',
  'sso_address_taken',
  'sso_not_in_use',
  'sso_no_workspace',
  'sso_linked_elsewhere',
  'sso_too_many',
  'sso_failed',
] as const
export type SignOnFault = (typeof signOnFaults)[number]
