/** What a secret shows instead of its value, everywhere. */
export const SECRET_MASK = '•••'
