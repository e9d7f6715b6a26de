/**
 * What a provider of sign-ins was found to be, and why it refused: reason → English text, `{{host}}` being the provider.
 * `REFUSAL_TEXTS` says how they are read.
 */
export const PROVIDER_TEXTS = {
  provider_leads_away: 'The provider names an address to which nobody is sent.',
  provider_works: '{{host}} answers and knows this client.',
  provider_fits: '{{host}} answers, and the fields are as it says.',
  provider_fields_whole:
    'The fields are whole. Give the address of the metadata to hold them against the provider.',
  provider_differs: '{{host}} answers, but it names differently: {{fields}}.',
  provider_client_unknown: '{{host}} does not know this client id, or its secret is not right.',
  provider_client_unfit: '{{host}} does not let this client sign people in.',
  provider_callback_unknown: '{{host}} does not know the call-back address; register it there.',
  provider_scope_refused:
    '{{host}} refuses to tell the address of a person; allow the scopes openid, email and profile.',
  provider_grant_ended: '{{host}} says that this sign-in was used already, or took too long.',
  provider_person_refused: '{{host}} was told that the person does not agree.',
  provider_refused: '{{host}} refused the request; look into its own log.',
  provider_slow: '{{host}} did not answer in time. Try again later.',
  provider_odd: '{{host}} does not answer as a provider of sign-ins does. Check its address.',
  provider_uncounted: 'What {{host}} said of this sign-in does not count. Try again.',
  provider_no_page: '{{host}} names no address at which people sign in.',
  provider_no_keys: '{{host}} publishes no keys, so nothing that it signs counts.',
  provider_no_person: '{{host}} did not say who signed in.',
  provider_no_issuer: '{{host}} names no issuer of its own: people of all tenants could come.',
  provider_unsigned: '{{host}} signs with {{algorithms}} only, which nobody can check.',
  provider_no_token: '{{host}} gave no token (status {{status}}).',
  provider_person_unread: '{{host}} did not say who signed in (status {{status}}).',
  metadata_status: '{{host}} gave no metadata of a provider of SAML: status {{status}}.',
  metadata_long: '{{host}} gave no metadata of a provider of SAML: they are too long for one provider.',
  metadata_several: '{{host}} gave no metadata of a provider of SAML: it must describe one provider.',
  metadata_no_entity: '{{host}} gave no metadata of a provider of SAML: the entity id is missing.',
  metadata_no_address:
    '{{host}} gave no metadata of a provider of SAML: it has no address for the redirect binding.',
  metadata_no_certificate: '{{host}} gave no metadata of a provider of SAML: it has no certificate.',
} as const
