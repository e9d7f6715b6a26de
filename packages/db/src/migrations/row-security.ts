import { type Kysely, sql } from 'kysely'
import { APPLICATION_ROLE } from '../adapters/postgres-adapter.ts'

/** As a sub-query it is asked once for a statement, where a plain call is made for each row and hides their number. */
const SYSTEM_SCOPE = `(select current_setting('app.scope', true) = 'system')`

/** The columns that say whose a row is; a table without any is the system's alone. */
export interface RowOwners {
  workspace?: string | undefined
  organization?: string | undefined
}

function ruleOf(owners: RowOwners): string {
  const named = Object.entries(owners).filter(([, column]) => column !== undefined)
  const rules = named.map(([scope, column]) => `"${column}" = (select current_setting('app.${scope}', true))`)
  return [...rules, SYSTEM_SCOPE].join(' or ')
}

/**
 * Makes the role of tenants' statements. Roles belong to the whole cluster, so another database may make it at the
 * same moment; a login that may not make roles is bound by FORCE itself and needs none.
 */
export async function createApplicationRole(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`do $$ begin
      create role ${APPLICATION_ROLE} nologin;
    exception
      when duplicate_object or unique_violation or insufficient_privilege then null;
    end $$`)
    .execute(db)
  await sql
    .raw(`do $$ begin
      if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then return; end if;
      execute format('grant usage on schema %I to ${APPLICATION_ROLE}', current_schema());
      if not pg_has_role(current_user, '${APPLICATION_ROLE}', 'member') then
        execute format('grant ${APPLICATION_ROLE} to %I', current_user);
      end if;
    exception
      when insufficient_privilege then null;
    end $$`)
    .execute(db)
}

/**
 * Puts a table behind row-level security: rows of a workspace or an organisation are seen in its own transactions and
 * by the system, tables without an owner by the system only.
 */
export async function secureTable(db: Kysely<unknown>, table: string, owners: RowOwners): Promise<void> {
  const rule = ruleOf(owners)
  const statements = [
    `alter table "${table}" enable row level security`,
    `alter table "${table}" force row level security`,
    `create policy "tenancy" on "${table}" using (${rule}) with check (${rule})`,
    `do $$ begin
      if exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then
        grant select, insert, update, delete on "${table}" to ${APPLICATION_ROLE};
      end if;
    end $$`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
