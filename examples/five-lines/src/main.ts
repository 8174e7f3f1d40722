/** A server of two tools, of which one asks a person. Five lines of it are there for that: they have a mark. */
import { confirmedTool, createHoldpoint, notFound } from '@holdpoint/mcp' // 1
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const notes = new Map(Object.entries({ shopping: 'milk, bread', ideas: 'a boat' }))
const holdpoint = createHoldpoint({ server: 'notes' }) // 2

serveStdio(() => {
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  server.registerTool('list_notes', { description: 'The names of all notes.' }, () => ({
    content: [{ type: 'text', text: [...notes.keys()].join(', ') }],
  }))
  confirmedTool(
    server,
    'delete_note',
    {
      description: 'Delete a note for good.',
      inputSchema: z.object({ name: z.string() }),
      risk: 'high', // 3
      preview: ({ name }) => (notes.has(name) ? { title: `Delete the note ${name}?` } : notFound(`Note ${name}`)), // 4
      apply: ({ name }) => (notes.delete(name) ? `Deleted ${name}.` : `${name} was gone already.`),
    },
    holdpoint, // 5
  )
  return server
})
