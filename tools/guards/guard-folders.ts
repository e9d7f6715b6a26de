/** Where guarded files lie. */
export const SERVER = 'apps/server/src/http'
export const DB = 'packages/db/src'
export const OPERATIONS = 'packages/operations/src'
export const DRIVERS = 'packages/drivers/src'
