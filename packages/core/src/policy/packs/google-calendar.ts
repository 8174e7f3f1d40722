/**
 * Google Calendar: Google's hosted server and the commonest community server. An event may invite people, and changing,
 * answering or deleting one may write to them, so these are asked each time.
 */
import type { RatingPack } from '../packs.ts'

export const GOOGLE_CALENDAR_PACK: RatingPack = {
  name: 'google-calendar',
  source: 'calendarmcp.googleapis.com (names partly confirmed), @cocal/google-calendar-mcp 2.6.3',
  date: '2026-11-18',
  servers: ['https://calendarmcp.googleapis.com', 'npm:@cocal/google-calendar-mcp', 'program:google-calendar-mcp'],
  tools: {
    list_events: 'low',
    get_event: 'low',
    list_calendars: 'low',
    suggest_time: 'low',
    'list-calendars': 'low',
    'list-events': 'low',
    'search-events': 'low',
    'get-event': 'low',
    'list-colors': 'low',
    'get-freebusy': 'low',
    'get-current-time': 'low',
    create_event: 'high',
    update_event: 'high',
    delete_event: 'high',
    respond_to_event: 'high',
    'create-event': 'high',
    'create-events': 'high',
    'update-event': 'high',
    'delete-event': 'high',
    'respond-to-event': 'high',
    'manage-accounts': { word: 'action', risks: { list: 'low' } },
  },
  knownDestructive: [],
}
