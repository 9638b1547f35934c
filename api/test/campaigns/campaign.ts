interface CampaignGround {
  databaseUrl: string;
  count: number;
  /** With null the campaign chooses a seed. */
  seed: string | null;
  onProgress: (done: number, all: number) => void;
}

interface Outcome {
  lines: [string, string | number][];
  isFlawless: boolean;
}

export interface Campaign {
  counted: string;
  usually: number;
  help: readonly string[];
  run(ground: CampaignGround): Promise<Outcome>;
}
