/** What `npm run bench` demands of calls, in one place. Other measurements name theirs beside what they measure. */
export const TARGETS = {
  startUp: { ledger: { atMost: 1.4 }, everything: { atMost: 1.15 } },
  stdioLatency: { ledger: { atMost: 1.4 }, everything: { atMost: 1.25 } },
  stdioRate: { ledger: { atLeast: 0.5 }, everything: { atLeast: 0.75 } },
  httpLatency: { ledger: { atMost: 0.65 }, everything: { atMost: 0.6 } },
  httpRate: { ledger: { atLeast: 2.5 }, everything: { atLeast: 2.5 } },
  /** After 200,000 calls, in MB. */
  memory: { wrap: { atMost: 75 }, serve: { atMost: 110 } },
  /** By how much the peak of the last 50,000 of them may lie above that of the 50,000 before, in MB. */
  growth: { atMost: 2 },
}
