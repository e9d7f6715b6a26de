/** Tables whose column `sealed` stays: a rotation of the key renews each row, and a check of the key opens it. */
export const keptSealedTables = [
  'connections',
  'credentials',
  'loginMethods',
  'mcpServers',
  'outgoingMails',
  'secondFactors',
  'variables',
] as const
export type KeptSealedTable = (typeof keptSealedTables)[number]

/** Tables whose sealed rows last some minutes: who loses one to a new key begins anew. */
export const shortLivedSealedTables = ['authorisations', 'signOnTickets'] as const
