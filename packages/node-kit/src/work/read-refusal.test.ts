import { expect, test } from 'vitest'
import { readRefusal } from './read-refusal.ts'

test.each([
  ['Sold out', 'Sold out'],
  ['<html><body>Bad gateway</body></html>', ''],
  ['', ''],
  ['{"message":"Too long."}', 'Too long.'],
  ['{"error":"Too long."}', 'Too long.'],
  ['{"error":"BadRequest","message":"Too long."}', 'Too long.'],
  ['{"error":{"code":"X","message":"Too long."}}', 'Too long.'],
  ['{"errors":[{"message":"Too long."},{"message":"Too short."}]}', 'Too long.'],
  ['{"detail":[{"loc":["body"],"msg":"Too long."}]}', 'Too long.'],
  ['{"status":{"error":"Too long."}}', 'Too long.'],
  ['{"message":"Too long","hint":"Say less."}', 'Too long. Say less.'],
  ['{"message":"","reason":"Too long."}', 'Too long.'],
  ['{"Message":"Too long."}', 'Too long.'],
  ['{"error":"invalid_grant","error_description":"Too long."}', 'Too long.'],
  ['{"errorCode":"X","errorMessage":"Too long."}', 'Too long.'],
  ['{"message":{"detail":[{"loc":["body"],"msg":"Too long."}]}}', 'Too long.'],
  ['{"town":"Uji"}', '{"town":"Uji"}'],
  ['{"message":"Too lo', '{"message":"Too lo'],
  ['[]', '[]'],
])('of %s is told: %s', (body, told) => {
  expect(readRefusal(body)).toBe(told)
})

test('what is nested without end is told as it came', () => {
  const nested = `${'{"error":'.repeat(200)}"deep"${'}'.repeat(200)}`
  expect(readRefusal(nested)).toBe(nested)
})
