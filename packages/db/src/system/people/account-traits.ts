import { type RawBuilder, sql } from 'kysely'

/** What decides about an account beside the rights of who acts on it. */
export interface AccountTraits {
  /** Whether it belongs to another organisation as well. */
  isElsewhere: boolean
  /** Whether its owner has come: it is neither invited nor unverified. */
  isActive: boolean
  hasPassword: boolean
  /** Whether an app that proved itself, or a passkey, is asked for beside the password. */
  hasSecondFactor: boolean
}

const TRAITS = [
  'isElsewhere',
  'isActive',
  'hasPassword',
  'hasSecondFactor',
] as const satisfies (keyof AccountTraits)[]

/** The traits as columns of a statement that reads `users`: SQLite knows no booleans. */
export function selectTraits(organizationId: string) {
  const conditions: Record<keyof AccountTraits, RawBuilder<unknown>> = {
    isElsewhere: sql`exists (select 1 from "organizationMembers" as "other"
      where "other"."userId" = "users"."id" and "other"."organizationId" <> ${organizationId})`,
    isActive: sql`"users"."status" = 'active'`,
    hasPassword: sql`"users"."passwordHash" is not null`,
    hasSecondFactor: sql`exists (select 1 from "passkeys" where "passkeys"."userId" = "users"."id")
      or exists (select 1 from "secondFactors"
        where "secondFactors"."userId" = "users"."id" and "secondFactors"."confirmedAt" is not null)`,
  }
  return TRAITS.map((trait) => sql<number>`case when ${conditions[trait]} then 1 else 0 end`.as(trait))
}

/** A row with its traits as they are meant. */
export function readTraits<Row extends Record<keyof AccountTraits, number>>(
  row: Row,
): Omit<Row, keyof AccountTraits> & AccountTraits {
  const traits = Object.fromEntries(TRAITS.map((trait) => [trait, Number(row[trait]) === 1]))
  return { ...row, ...(traits as unknown as AccountTraits) }
}
