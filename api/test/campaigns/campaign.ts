interface CampaignGround {
  databaseUrl: string;
  count: number;
  /** Null: one of its own choice. */
  seed: string | null;
  onProgress: (done: number, all: number) => void;
}

interface Outcome {
  lines: [string, string | number][];
  isFlawless: boolean;
}

/** One of those that `npm run campaign` knows. */
export interface Campaign {
  counted: string;
  usually: number;
  help: readonly string[];
  run(ground: CampaignGround): Promise<Outcome>;
}
