package models_test
import ("testing";"fmt";"os"
"github.com/epibdd/epibdd/models"
"github.com/epibdd/epibdd/explicit"
"github.com/epibdd/epibdd/spec"
"github.com/epibdd/epibdd/spec/document"
"github.com/epibdd/epibdd/spec/source")
func TestDbg(t *testing.T){
 b,_ := os.ReadFile("../testdata/specs/eleusis-history.yaml")
 suite, errs := spec.Load(&document.Loader{Library: models.Get}, source.NewFile("x", string(b)), spec.Options{})
 fmt.Println(errs.Err())
 systems := map[*spec.Model]*explicit.System{}
 for _, c := range suite.Checks {
  sys := systems[c.Model]
  if sys == nil { var err error; sys, err = explicit.New(c.Model, "", explicit.Options{}); if err != nil { fmt.Println(err) }; systems[c.Model]=sys }
  a, err := sys.Check(c); fmt.Println(c.Label, a.Holds, err)
 }
}
