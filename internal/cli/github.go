package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/github"
	"github.com/energylint/energylint/internal/snapshot"
)

// artifactFile is the name of the snapshot in an artifact.
const artifactFile = "energylint.snapshot"

// githubCommand has what the scripts of the Action run, for the same in a workflow without it. It is hidden: it is of no use
// elsewhere.
func (p *program) githubCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "github", Short: "Exchange snapshots and comments with GitHub, in a workflow", Hidden: true, Args: noSuchSubcommand,
		Long: `What the Action's mode diff does with GitHub's API. Repository, event and token are those of the workflow's environment:
GITHUB_REPOSITORY, GITHUB_API_URL, GITHUB_EVENT_NAME, GITHUB_EVENT_PATH, and GITHUB_TOKEN, which the step has to set.

Exit status 1 means that there is nothing to do, or that it is not allowed; the reason is printed.`,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.githubBaseCommand(), p.githubResultCommand(), p.githubCommentCommand())
	return c
}

func (p *program) githubBaseCommand() *cobra.Command {
	var name, output, head string
	var number int
	c := &cobra.Command{
		Use: "base -o FILE", Short: "Download the snapshot of the branch that the pull request is for", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			client, event, err := workflow()
			if err != nil {
				return usage("%w", err)
			}
			if output == "" {
				return usage("give the file for the snapshot: --output FILE")
			}
			pr := event.PullRequest
			if number > 0 {
				if pr, err = client.PullRequest(c.Context(), number); err != nil {
					return failure(err)
				}
			}
			if pr == nil {
				return usage("the event %q is about no pull request: give --pull-request", event.Name)
			}
			base, err := client.Base(c.Context(), name, artifactFile, pr.Base.Ref, pr.Base.SHA)
			if err != nil {
				return p.nothing(err)
			}
			if head != "" {
				if err := comparable(base.Snapshot, pr.Base.Ref, head); err != nil {
					return p.nothing(err)
				}
			}
			if err := atomicfile.Write(output, base.Snapshot); err != nil {
				return failure(err)
			}
			p.say("the snapshot of %s, commit %s, of %s", pr.Base.Ref, base.SHA, base.Created.UTC().Format(time.RFC3339))
			p.tell("%s at %s", pr.Base.Ref, base.SHA[:min(12, len(base.SHA))])
			return writeError(p.tellErr)
		},
	}
	c.Flags().StringVar(&name, "artifact", "energylint-snapshot", "the `NAME` of the artifact")
	c.Flags().StringVarP(&output, "output", "o", "", "write the snapshot to `FILE`")
	c.Flags().StringVar(&head, "head", "", "the `SNAPSHOT` that is to be compared: one that this cannot be compared with is none")
	c.Flags().IntVar(&number, "pull-request", 0, "the `NUMBER` of the pull request; else the event's")
	return c
}

// comparable returns a *github.NothingError where the snapshot of a branch cannot be compared with the one in a file: another
// version of energylint made it, or the pull request changes the settings. The branch has another one when that is merged.
func comparable(data []byte, branch, file string) error {
	head, err := snapshotFile(file)
	if err != nil {
		return err
	}
	base, err := snapshot.Read(data)
	if err != nil {
		return &github.NothingError{Reason: fmt.Sprintf("the snapshot of %s cannot be read: %v", branch, err)}
	}
	if err := difference.Comparable(base, head); err != nil {
		return &github.NothingError{Reason: err.Error()}
	}
	return nil
}

func (p *program) githubResultCommand() *cobra.Command {
	var name, output string
	c := &cobra.Command{
		Use: "result -o FILE", Short: "Download the snapshot of a run that may not comment, and print the pull request's number", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			client, event, err := workflow()
			if err != nil {
				return usage("%w", err)
			}
			if output == "" {
				return usage("give the file for the snapshot: --output FILE")
			}
			number, snapshot, err := client.Result(c.Context(), event, name, artifactFile)
			if err != nil {
				return p.nothing(err)
			}
			if err := atomicfile.Write(output, snapshot); err != nil {
				return failure(err)
			}
			_, err = fmt.Fprintln(p.stdout, number)
			return writeError(err)
		},
	}
	c.Flags().StringVar(&name, "artifact", "energylint-pull-request", "the `NAME` of the artifact")
	c.Flags().StringVarP(&output, "output", "o", "", "write the snapshot to `FILE`")
	return c
}

func (p *program) githubCommentCommand() *cobra.Command {
	var category string
	var number int
	var replaceOnly bool
	c := &cobra.Command{
		Use: "comment FILE", Short: "Write the pull request's comment, or replace the one that is there", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			client, event, err := workflow()
			if err != nil {
				return usage("%w", err)
			}
			if number == 0 && event.PullRequest != nil {
				number = event.PullRequest.Number
			}
			if number <= 0 || event.HeadSHA() == "" {
				return usage("the event %q is about no pull request: give --pull-request in a workflow that runs on workflow_run", event.Name)
			}
			body, err := files.Read(args[0], 4*github.MaxComment)
			if err != nil {
				return failure(err)
			}
			text, err := github.Categorized(string(body), category)
			if err != nil {
				return usage("%w", err)
			}
			posted, err := client.Comment(c.Context(), number, event.HeadSHA(), text, replaceOnly)
			if github.Denied(err) {
				err = &github.NothingError{Reason: fmt.Sprintf("the token may not comment: %v", err)}
			}
			if err != nil {
				return p.nothing(err)
			}
			p.tell("comment: %s", posted)
			return writeError(p.tellErr)
		},
	}
	c.Flags().BoolVar(&replaceOnly, "replace-only", false, "create no comment: there is nothing to say but that an older one is out of date")
	c.Flags().StringVar(&category, "category", "", "the `NAME` of the analysis, where a pull request has comments of several")
	c.Flags().IntVar(&number, "pull-request", 0, "the `NUMBER` of the pull request; else the event's")
	return c
}

// workflow returns the repository and the event of the workflow that the program runs in.
func workflow() (*github.Client, *github.Event, error) {
	event, err := github.ReadEvent(os.Getenv)
	if err != nil {
		return nil, nil, err
	}
	client, err := github.New(os.Getenv)
	return client, event, err
}

// nothing reports an error: one that says why there is nothing to do, on stdout, ends with status 1.
func (p *program) nothing(err error) error {
	var reason *github.NothingError
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &reason):
		p.tell("%s", reason.Reason)
		return &exit{ExitFindings, writeError(p.tellErr)}
	}
	return failure(err)
}
