import type { InputDefinition } from '@runnel/contract'

type Options = NonNullable<InputDefinition['options']>

/** What writes answers at Vectara: the names that Flowise offers, then those of its second API. */
export const WRITERS: Options = [
  'vectara-summary-ext-v1.2.0',
  'vectara-experimental-summary-ext-2023-10-23-small',
  'vectara-summary-ext-v1.3.0',
  'vectara-experimental-summary-ext-2023-10-23-med',
  'vectara-summary-ext-24-05-sml',
  'vectara-summary-ext-24-05-med',
  'vectara-summary-ext-24-05-large',
  'vectara-summary-table-md-query-ext-jan-2025-gpt-4o',
  'mockingbird-1.0-2024-07-16',
].map((name) => ({ label: name, name }))

/** The languages in which Vectara answers, by their codes of ISO 639-3. */
export const LANGUAGES: Options = Object.entries({
  eng: 'English',
  deu: 'German',
  fra: 'French',
  zho: 'Chinese',
  kor: 'Korean',
  ara: 'Arabic',
  rus: 'Russian',
  tha: 'Thai',
  nld: 'Dutch',
  ita: 'Italian',
  por: 'Portuguese',
  spa: 'Spanish',
  jpn: 'Japanese',
  pol: 'Polish',
  tur: 'Turkish',
  vie: 'Vietnamese',
  ind: 'Indonesian',
  ces: 'Czech',
  ukr: 'Ukrainian',
  ell: 'Greek',
  heb: 'Hebrew',
  fas: 'Persian',
  hin: 'Hindi',
  urd: 'Urdu',
  swe: 'Swedish',
  ben: 'Bengali',
  msa: 'Malay',
  ron: 'Romanian',
}).map(([name, label]) => ({ label, name }))
