/** Facts of the installation that are sealed, with the context that binds each. */
export const sealedFacts = { sessionKey: 'session-key' } as const
